"""How Sphinx builds the documentation: `make docs` (docs/decisions/0010-documentation.md).

The source folder is the root of the repository, so that relative links mean the same here as where
the files are browsed, and nothing is copied. What must never change: a page loads nothing from
elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import dpverify

project = "dpverify"
author = "The dpverify authors"
version = release = dpverify.__version__

root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "reports/gallery/*.md",
    "tests/README.md",
    "tests/arena/README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "extensions.command_line",
    "extensions.docstrings",
    "extensions.gallery",
]
source_suffix = {".md": "markdown"}

smartquotes_action = "D"  # dashes alone: a reader copies eps="ln(3)" as it stands

# Headings are targets, as they are where the files are browsed.
myst_heading_anchors = 3

# Types in signatures would be written twice if they stood below them too.
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True

# Types of other projects and of modules without a page are names, not links.
nitpick_ignore_regex = [("py:.*", ".*")]

html_theme = "furo"
html_title = f"dpverify {release}"
html_copy_source = False
html_show_copyright = False
html_use_index = True
# The root of the site leads to the first page, which lies in docs/.
templates_path = ["templates"]
html_additional_pages = {"index": "root.html"}
