"""`dpverify explore`: a page on this machine where a channel or a program can be changed.

`server` speaks HTTP and refuses what is not meant for it; `questions` reads what a page sends;
`session` keeps one process (`worker`) that asks the library and can be killed; `exports` writes
what one sees as a page, as JSON or as a test. Pages are made in `reports/html/`.
"""
