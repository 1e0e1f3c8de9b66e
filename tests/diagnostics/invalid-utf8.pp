# Grьяe aus Zьrich
notice("Grьяe")
