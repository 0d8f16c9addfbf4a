// Ways to do the same thing, one tab each: blocks of code that follow one another and whose fences say `tab=Name`.

const FENCE = /^```(\w+) tab=([\w ]+)$/gm
/** A paragraph of its own before the block; no page says this. */
const mark = (name: string): string => `@@tab ${name}`

/** Names each of these blocks in a paragraph that the renderer keeps. */
export const markTabs = (markdown: string): string =>
  markdown.replace(FENCE, (_, language: string, name: string) => `${mark(name)}\n\n\`\`\`${language}`)

const BLOCK = /<p>@@tab ([^<]+)<\/p>\s*(<pre[\s\S]*?<\/pre>)\s*/g
const GROUP = new RegExp(`(?:${BLOCK.source})+`, 'g')

/** Puts the blocks that follow one another into a group, each below its name. */
export const groupTabs = (html: string): string =>
  html.replace(GROUP, group => `<div class="doc-tabs">${group.replace(BLOCK, block)}</div>\n`)

const block = (_: string, name: string, code: string): string =>
  `<div class="doc-tab" data-name="${name}"><p class="doc-tab-name">${name}</p>${code}</div>`
