import json,sys,glob,subprocess,time
from dpverify.proofs.coq.core import section
from dpverify.proofs.coq.words import Names
from dpverify.proofs.coq.textbook import Textbook
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.defs.errors import Undecided
only=[a for a in sys.argv[1:] if not a.startswith('-')]
for f in sorted(glob.glob('proofs/theorems/*.json')):
    id=f.split('/')[-1][:-5]
    if only and id not in only: continue
    if id=='dp.optimal-composition.three': continue
    d=json.load(open(f))
    st=entry(id).statement
    out=["Require Import Reals List Lra. Require Import library2. Local Open Scope R_scope."]
    try:
        ss=settings_of(st)
        if len(ss)>1: print(id,'SEVERAL'); continue
        (name,s),=ss.items()
        names=Names()
        out+=list(section("core",s,d['steps'][name],names))
        out+=list(Textbook(id.replace('.','_').replace('-','_'),st,s,names,"core").lines())
    except Undecided as e:
        print(id,'UNSUPPORTED',e); continue
    except Exception as e:
        if only: raise
        print(id,'GEN',type(e).__name__,str(e)[:200]); continue
    v='/tmp/coq/b_'+id.replace('.','_').replace('-','_')+'.v'
    open(v,'w').write("\n".join(out)+"\n")
    t=time.time()
    r=subprocess.run(['timeout','100','coqc','-Q','/tmp/coq','',v],capture_output=True,text=True)
    print(id, 'ok' if r.returncode==0 else 'FAIL '+r.stderr[:1800 if only else 300], round(time.time()-t,1),flush=True)
