"""State to picture: small frozen views in, SVG, PNG and alt texts out. Knows no Discord and no database."""
