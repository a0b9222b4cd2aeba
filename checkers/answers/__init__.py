"""What an answer says, as types: places, witnesses and whole result documents; one codec for them.

The numbers of an engine's answer are exact; those of a document are figures, which is what it
states. The kernel imports nothing of this: it reads documents by itself.
"""
