"""What the documentation needs beside Sphinx's own extensions."""
