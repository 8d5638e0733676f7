"""State to picture: frozen views in, SVG, PNG and alt texts out. Knows no Discord."""
