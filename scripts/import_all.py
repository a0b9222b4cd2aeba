"""Import every module of the installed dpverify: `python -P import_all.py ROOT`.

Ends with status 1 where the package comes from the folder ROOT, a clone, and not from a wheel.
"""

import importlib
import pkgutil
import sys
from pathlib import Path

import dpverify

place = Path(dpverify.__file__)
if Path(sys.argv[1]) in place.parents:
    raise SystemExit(f"the wheel is not what is imported, but {place}")
names = [each.name for each in pkgutil.walk_packages(dpverify.__path__, "dpverify.")]
for name in names:
    if not name.endswith((".__main__", "worker")):
        importlib.import_module(name)
print("dpverify", dpverify.__version__, "from the wheel:", len(names), "modules")
