"""Table 2.20 of Desfontaines' thesis, row by row, and which row of the atlas each of them is.

A line: the name; its dimensions; what is printed of post-processing, convexity and composition; the
row of the atlas and how both are related (`Form` of `printed`). A mark is y for yes, n for no and ?
where the table knows no answer, with the number of the proposition of section 2.2.9 that the table
cites: 0 for equivalence with ε-DP, 1 for another paper. What must never change: the marks are those
that are printed, also where this project computes something else.
"""

from __future__ import annotations

from typing import Final

LINES: Final = """
(ε,δ)-DP|Q|y12 y12 y18|approx-dp same
(ε,δ)-probabilistic DP|Q|n11 n13 y18|probabilistic-dp same
(ε,δa,δp)-relaxed DP|Q|n11 n13 y18|relaxed-dp same
ε-Kullback–Leibler privacy|Q|y12 y12 y18|kl-privacy same
(α,ε)-Rényi DP|Q|y12 y12 y18|renyi-dp same
binary |χ|^α DP|Q|? ? ?|chi-squared-dp instance
ternary |χ|^α DP|Q|? ? ?|ternary-difference instance
ε-total variation privacy|Q|? ? ?|total-variation same
ε-quantum DP|Q|? ? ?|- quantum
ε-mutual-information DP|Q|y12 y12 y18|mutual-information-dp family
(μ,τ)-mean concentrated DP|Q|n11 ? y18|- none
(ξ,ρ)-zero concentrated DP|Q|y12 y12 y18|zcdp family
(ξ,ρ,δ)-approximate concentrated DP|Q|n12 ? y18|probabilistic-dp reading
(ξ,ρ,ω)-bounded concentrated DP|Q|y12 y12 y18|renyi-dp family
(η,τ)-truncated concentrated DP|Q|y12 y12 y18|renyi-dp family
(ρ,ω)-truncated concentrated DP|Q|y12 y12 y18|truncated-cdp same
(f,ε)-divergence DP|Q|y12 y12 ?|kl-privacy instance
(f_k,ε)-divergence DP|Q|y12 y12 ?|chi-squared-dp instance
(H,f,ε)-capacity bounded DP|Q|y12 y12 ?|kl-privacy case
ε-unbounded DP|N|y11 y11 y19|pure-dp:add-remove same
ε-bounded DP|N|y11 y11 y19|pure-dp:record same
ε-attribute or bit DP|N|y11 y11 y19|pure-dp:attribute same
ε-element DP|N|y11 y11 y19|pure-dp relation
(P,ε)-one-sided DP|N|y11 y11 y19|pure-dp:one-sided same
(N,k,ε)-sensitive privacy|N|y11 y11 y19|pure-dp relation
(P,ε)-anomaly-restricted DP|N|y11 y11 y19|pure-dp relation
(c,ε)-group DP|N|y11 y11 y19|pure-dp:group-of-two relation
(R,c,ε)-dependent DP|N|y11 y11 y19|pure-dp:dependent same
(A,ε)-Bayesian DP of Yang, Sato, Nakagawa|N|y11 y11 y19|pure-dp relation
(A,ε)-correlated DP|N|y11 y11 y19|pure-dp relation
(A,ε)-prior DP|N|y11 y11 y19|pure-dp relation
ε-free lunch privacy|N|y11 y11 y19|pure-dp:any-databases same
(D,ε)-individual DP|N|y11 y11 y19|pure-dp:individual same
(D,t,ε)-per-instance DP|N|y11 y11 y19|pure-dp:per-instance same
(R,ε)-generic DP|N|y11 y11 y19|pure-dp relation
(d,Δ,ε)-constrained DP|N|y11 y11 y19|pure-dp:threshold relation
(d,Δ,S,ε)-distributional privacy of Zhou, Ligett, Wasserman|N|y11 y11 y19|pure-dp relation
(f,ε)-sensitivity-induced DP|N|y11 y11 y19|pure-dp relation
(Q,ε)-induced-neighbours DP|N|y11 y11 y19|pure-dp:induced same
(G,Q,ε)-Blowfish privacy|N|y11 y11 y19|pure-dp:line relation
adjacency-relation divergence DP|Q,N|y12 y12 ?|kl-privacy instance
Ψ-personalised DP|V|y14 y14 y19|personalised-dp same
Ξ-tailored DP|V|y14 y14 y19|tailored-dp same
ε(·)-outlier privacy|V|y14 y14 y19|tailored-dp pairs
(k,ε)-simple outlier privacy|V|y14 y14 y19|tailored-dp pairs
(k,ε)-simple outlier DP|V|y14 y14 y19|tailored-dp pairs
(k,ε)-staircase outlier DP|V|y14 y14 y19|tailored-dp pairs
(ε,p,r)-Pareto DP|V|y14 y14 y19|metric-dp pairs
(π,γ,ε)-random DP|V|? n15 y18|random-dp same
(π,γ,ε)-predictive DP|V|? ? ?|predictive-dp same
(θ,γ,ε)-generalised DP|V|? ? ?|generalised-dp same
d-privacy|N,V|y14 y14 y19|metric-dp same
ε-weighted DP|N,V|y14 y14 y19|metric-dp pairs
(d,ε)-smooth DP|N,V|y14 y14 y19|metric-dp pairs
(d,ε)-earth mover's privacy|N,V|y14 y14 y19|metric-dp pairs
(π,ε,γ)-DP on a δ-location set|N,V|y14 y14 y19|metric-dp pairs
(ε,γ)-distributional privacy of Blum, Ligett, Roth|N,V|? ? ?|distributional-privacy same
(ε(·),δ(·))-endogenous DP|Q,V|y14 y14 y19|pseudo-metric-dp pairs
(π,ε,δ)-weak Bayesian DP|Q,V|y11 ? y19|weak-bayesian-dp same
(Θ,ε)-on-average KL privacy|Q,V|y12 ? ?|average-kl same
(π,ε,δ)-Bayesian DP of Triastcyn, Faltings|Q,V|y11 n15 y19|probabilistic-dp case
(θ,ε,δ)-privacy at risk|Q,V|y11 n15 y19|privacy-at-risk case
(d,ε,δ)-pseudo-metric DP|Q,N,V|? ? y18|pseudo-metric-dp same
(f,d,ε)-extended divergence DP|Q,N,V|y14 y14 ?|metric-dp instance
(R,M)-generic DP|Q,N,V|y11 y11 ?|f-dp pairs
(R,q)-abstract DP|Q,N,V|n11 n11 ?|probabilistic-dp case
(Θ,ε)-noiseless privacy|B|y11 y11 n20|pufferfish law
(Θ,ε)-causal DP|B|y11 y11 n20|pufferfish law
(β,ε)-DP under sampling|Q,B|y11 y11 n20|dp-under-sampling same
(Θ,ε,δ)-active partial knowledge DP|Q,B|y11 y11 n20|apkdp same
(Θ,ε,δ)-passive partial knowledge DP|Q,B|y11 y11 n20|ppkdp same
(Θ,Φ,ε)-Pufferfish privacy|N,B|y11 y11 n20|pufferfish same
(π,k,ε)-Bayesian DP of Leung, Lui|N,B|y11 y11 n20|pufferfish law
(Θ,ε,δ)-distribution privacy|Q,N,B|y14 y14 n20|approx-pufferfish same
(Θ,ε,δ)-profile-based DP|Q,N,B|y14 y14 n20|approx-pufferfish law
(Θ,ε,δ)-probabilistic distribution privacy|Q,N,B|n11 n13 n20|probabilistic-pufferfish same
(f,Θ,ε)-divergence distribution privacy|Q,N,B|y14 y14 n20|pufferfish case
(d,Θ,ε)-extended distribution privacy|N,V,B|y14 y14 n20|pufferfish case
(d,f,Θ,ε)-extended divergence distribution privacy|Q,N,V,B|y14 y14 n20|pufferfish case
ε-indistinguishable privacy|F|y0 y0 y0|pure-dp same
f-DP|Q,F|y11 ? y11|f-dp same
Gaussian DP|Q,F|y11 ? y11|gaussian-dp same
(Θ,ε)-positive membership privacy|B,F|y16 y16 n20|positive-membership same
(Θ,ε)-negative membership privacy|B,F|y16 y16 n20|negative-membership same
(Θ,ε)-membership privacy|B,F|y16 y16 n20|membership-privacy same
(Θ,ε,δ)-adversarial privacy|Q,B,F|y16 y16 n20|adversarial-privacy same
(Θ,ε)-a-posteriori noiseless privacy|B,F|y16 y16 ?|posterior-privacy same
ε-semantic privacy|F|? ? ?|semantic-privacy family
ε-range-bounded privacy|F|? ? ?|bounded-range same
(Θ,ε)-inference-based causal DP|B,F|? ? ?|- none
(Θ,ε)-information privacy|N,B,F|? ? ?|information-privacy same
(Agg,ε)-zero-knowledge privacy|R|y11 y11 ?|- simulator
(P,ε,δ)-bounded leakage DP|Q,R|y11 y11 y18|bounded-leakage same
(Θ,Γ,ε)-coupled-worlds privacy|N,B,R|y11 y11 n14|- simulator
(Θ,ε)-distributional DP|N,B,R|y11 y11 n14|- simulator
(Θ,Γ,ε,δ)-inference-based coupled-worlds privacy|Q,N,B,F,R|? ? n14|- simulator
(Θ,Γ,ε,δ)-inference-based distributional DP|Q,N,B,F,R|? ? n14|- simulator
(Θ,ε,γ,δ)-typical stability|Q,V,R|y11 ? y18|typical-stability same
ε-SIM-computational DP|C|y17 y17 y1|- computing
ε-IND-computational DP|C|y17 y17 y1|- computing
(ε,δ)-DP for record linkage|C|y17 y17 y1|- computing
(ε,δ,f)-output constrained DP|N,C|y17 y17 y1|- computing
(Agg,ε)-computational zero-knowledge privacy|R,C|y17 y17 ?|- computing
"""
"""In the order of the table; names as they are written in this project."""
