"""The entries, one file each; `dpverify.proofs.registry` finds them by listing this folder."""
