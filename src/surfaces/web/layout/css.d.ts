// The bundler takes a style sheet that a script imports.
declare module '*.css'
