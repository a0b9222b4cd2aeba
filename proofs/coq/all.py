import json,sys,glob,subprocess,time
from dpverify.proofs.coq.core import section
from dpverify.proofs.coq.words import Names
from dpverify.proofs import registry
from dpverify.proofs.setting import settings_of
import importlib
lib=open('/tmp/coq/library.v').read()
from dpverify.proofs.kernel import Setting,Fact
from dpverify.proofs.sums import read
def F(f): return Fact(f[0],read(f[2]),f[1])
only=sys.argv[1:]
res=[]
for f in sorted(glob.glob('proofs/theorems/*.json')):
    id=f.split('/')[-1][:-5]
    if only and id not in only: continue
    if not only and (id=='dp.optimal-composition.three' or id<'dp.optimal-composition.three'): continue
    d=json.load(open(f))
    out=["Require Import Reals List Lra. Require Import library. Local Open Scope R_scope."]
    for k,(name,s) in enumerate(d['settings'].items()):
        st=Setting({a:F(x) for a,x in s['axioms'].items()},{a:(p[0],read(p[1])) for a,p in s['parts'].items()},tuple(F(g) for g in s['goals']))
        try:
            out+=list(section(f"core{k}",st,d['steps'][name],Names()))
        except Exception as e:
            if only: raise
            print(id,'GEN',type(e).__name__,e); break
    else:
        v='/tmp/coq/'+id.replace('.','_').replace('-','_')+'.v'
        open(v,'w').write("\n".join(out)+"\n")
        t=time.time()
        r=subprocess.run(['timeout','60','coqc','-Q','/tmp/coq','',v],capture_output=True,text=True)
        print(id, 'ok' if r.returncode==0 else 'FAIL '+r.stderr[:1500 if only else 400], round(time.time()-t,1),flush=True)
