def draw_view(view: object, names: object, say: object) -> str:
    return ""


def draw_catch(catch: bytes, say: object) -> str:
    return ""
