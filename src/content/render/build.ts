// The renderer's own number. Raise it whenever rendered pages change for any reason but their style.

export const BUILD = '8'
