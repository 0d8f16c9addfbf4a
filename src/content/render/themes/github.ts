// The theme `github`: the look of a README where code lives.

export const github = `
:root{--paper:light-dark(#fff,#0d1117);--ink:light-dark(#1f2328,#e6edf3);--soft:light-dark(#59636e,#9aa4af);--line:light-dark(#d1d9e0,#3d444d);
--accent:light-dark(#0860ca,#4c9bff);--tint:light-dark(#f3f5f7,#161c24);--mark:light-dark(#fff3b8,#5c4a12);
--text:400 1rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif;--display:600 1em/1.25 -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;--measure:52rem;--gap:1rem;--round:6px;
--c-comment:light-dark(#59636e,#9198a1);--c-string:light-dark(#0a3069,#a5d6ff);--c-escape:light-dark(#116329,#7ee787);--c-number:light-dark(#0550ae,#79c0ff);
--c-keyword:light-dark(#c21c2c,#ff7b72);--c-function:light-dark(#6f42c1,#d2a8ff);--c-type:light-dark(#8a3600,#ffa657);--c-attribute:light-dark(#0550ae,#79c0ff)}
h1,h2{padding-bottom:.3em;border-bottom:1px solid var(--line)}
h1{font-size:2em}
h2{font-size:1.5em;margin-top:1.5em}
h3{font-size:1.25em}
hr{height:3px}
.footnotes-sep{height:1px;width:auto}
tbody tr:nth-child(even){background:var(--tint)}
.x-c{font-style:normal}
`
