"""The directive `gallery`: the findings as cards with a search, where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from extensions.gallery_cards import FOLDER, gallery

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Gallery(SphinxDirective):
    """Writes the cards; the page is read again when one of the findings changes."""

    def run(self) -> list[nodes.Node]:
        """Return the cards as they are."""
        for path in sorted(FOLDER.iterdir()):
            self.env.note_dependency(str(path))
        return [nodes.raw("", gallery("../reports/gallery/"), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
