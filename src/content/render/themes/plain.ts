// The theme `plain`: the words and nothing else.

export const plain = `
:root{--paper:light-dark(#fff,#111);--ink:light-dark(#161616,#e8e8e8);--soft:light-dark(#5e5e5e,#a3a3a3);--line:light-dark(#dcdcdc,#373737);
--accent:light-dark(#1a4fb8,#8db4ff);--tint:light-dark(#f5f5f5,#1c1c1c);--mark:light-dark(#ffefa6,#584b12);
--text:400 1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--display:600 1em/1.25 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;--measure:42rem;--gap:1.1rem;--round:3px;
--c-comment:light-dark(#666,#9a9a9a);--c-string:light-dark(#3f5f2a,#b4cda0);--c-escape:light-dark(#7a4a00,#e0b878);--c-number:light-dark(#1a4fb8,#8db4ff);
--c-keyword:inherit;--c-function:inherit;--c-type:inherit;--c-attribute:inherit}
h1{font-size:1.9em;letter-spacing:-.015em}
h2{font-size:1.35em;letter-spacing:-.008em}
h3{font-size:1.1em}
th,td{border-width:0 0 1px;padding:.5em 0;padding-inline-end:1.2em}
thead th{border-bottom-color:var(--soft)}
blockquote{border-inline-start-width:2px}
.x-k{font-weight:600}
`
