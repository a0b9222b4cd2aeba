"""A port beside the real code: whether both have the same law, exactly or by samples."""
