// The file of a page: its link, its format and version, and how it is updated from a terminal.

import type { JSX } from 'preact'
import type { PresentedArtifact } from '../../../operations/artifacts/artifact-answer.ts'
import { historyPath, settingsPath } from '../layout/artifact-paths.ts'
import { CopyField } from '../layout/blocks.tsx'
import { LinkButton } from '../layout/controls.tsx'
import { Setting, SettingsGroup } from '../layout/surfaces.tsx'
import { day, fileSize } from '../layout/text.ts'
import { By, RelativeTime } from '../layout/words.tsx'
import { fileWords as words } from '../words/details.ts'

export const FileFacts = ({ artifact, now }: { artifact: PresentedArtifact; now: Date }): JSX.Element => {
  const { shortId, format, size, version, can } = artifact
  const name = format === 'html' ? words.html : words.markdown
  return (
    <SettingsGroup id="file" title={words.title}>
      <Setting label={words.link} whole>
        <CopyField label={words.link} text={artifact.url} />
      </Setting>
      <Setting
        label={words.format}
        hint={words.formatHint(name, fileSize(size), day(new Date(artifact.createdAt)))}
      >
        <span class="line">
          {can.includes('edit') && (
            <LinkButton href={`${settingsPath(shortId)}/edit`}>{words.edit}</LinkButton>
          )}
          <a class="button" href={`/${shortId}/content`} download>
            {words.download}
          </a>
        </span>
      </Setting>
      <Setting
        label={words.version(version)}
        hint={
          <>
            <RelativeTime at={new Date(artifact.updatedAt)} now={now} />
            {artifact.updatedBy && <By {...artifact.updatedBy} />}
          </>
        }
      >
        {can.includes('history') && <LinkButton href={historyPath(shortId)}>{words.history}</LinkButton>}
      </Setting>
      {can.includes('edit') && (
        <Setting label={words.terminal} whole>
          <CopyField
            label={words.terminal}
            text={`recto publish ${words.fileOf(format)} --id ${shortId} --base-version ${version}`}
            prompt
          />
        </Setting>
      )}
    </SettingsGroup>
  )
}
