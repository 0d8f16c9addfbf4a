// The agent skill (agentskills.io): its text for one server, the same bytes wherever it is handed out.

/** The name of the skill and of its folder. */
export const skillName = 'recto'

/** Its address over MCP. It names no artifact and is the same for everybody, so every credential may read it. */
export const skillAddress = `skill://${skillName}/SKILL.md`

/** The text with the server's address (`{base_url}`) wherever the source says `{RECTO_URL}`. */
export const skillFor = (source: string, url: string): string => source.replaceAll('{RECTO_URL}', url)

/** The `description` of its front matter, which says when an agent should read on. */
export function skillDescription(text: string): string {
  const [, description] = /^description: (.+)$/m.exec(text) ?? []
  if (description === undefined) throw new TypeError('The skill has no description.')
  return description
}
