// A page that draws every component in its states, as the guide shows them.

import type { JSX } from 'preact'
import type { Assets } from '../../../src/surfaces/web/layout/assets.ts'
import {
  Banner,
  CopyField,
  Dialog,
  EmptyState,
  Menu,
  SecretOnce,
} from '../../../src/surfaces/web/layout/blocks.tsx'
import { Check, Select } from '../../../src/surfaces/web/layout/choices.tsx'
import {
  Avatar,
  Badge,
  Chip,
  IconButton,
  LinkButton,
  Segmented,
  Switch,
} from '../../../src/surfaces/web/layout/controls.tsx'
import { dashboardHtml, Pages } from '../../../src/surfaces/web/layout/dashboard-layout.tsx'
import {
  Button,
  Choice,
  ErrorSummary,
  Field,
  Form,
  TextArea,
} from '../../../src/surfaces/web/layout/form.tsx'
import { Icon } from '../../../src/surfaces/web/layout/icon.tsx'
import { ChooseButton, PasteButton } from '../../../src/surfaces/web/layout/publish-buttons.tsx'
import {
  Card,
  Leaf,
  LoadingRow,
  Popover,
  Progress,
  Row,
  Rows,
  Setting,
  SettingsGroup,
  Toast,
} from '../../../src/surfaces/web/layout/surfaces.tsx'
import { UserText } from '../../../src/surfaces/web/layout/words.tsx'
import { sampleFrame } from './sample-frame.ts'
import type { Words } from './sample-words.ts'

export const componentPages = (assets: Assets, words: Words): Record<string, () => string> => ({
  components: () =>
    dashboardHtml({
      frame: sampleFrame(assets, words, '/app'),
      title: 'Components',
      children: (
        <>
          <div class="page-head">
            <h1>Components</h1>
            <PasteButton />
            <ChooseButton label="Publish a file" />
          </div>
          <Type />
          <Buttons words={words} />
          <Fields words={words} />
          <Marks words={words} />
          <Said words={words} />
          <List words={words} />
          <Settings words={words} />
          <Waiting />
          <EmptyState title="Nothing shared with you yet">
            <p>Pages that other people share with you appear here, newest first.</p>
          </EmptyState>
          <Pages next="/app?cursor=next" first="/app" />
          <Toast
            undo={
              <Form action="/app/trash">
                <Button size="small">Undo</Button>
              </Form>
            }
          >
            Moved to the trash
          </Toast>
        </>
      ),
    }),
})

const Type = (): JSX.Element => (
  <section class="broad" aria-labelledby="type">
    <h2 id="type">Type</h2>
    <p class="display">The page faces you</p>
    <p class="title">Title 28, Newsreader 500</p>
    <p class="heading">Heading 20, Newsreader 500</p>
    <p class="lead">Lead 16, Geist 400. Lines stay under 68 characters.</p>
    <p>
      Body 14, Geist 400. <strong>Emphasis 600.</strong> <a href="/docs">How it works</a>, <code>code</code>
    </p>
    <p class="small soft">Small 13, for hints and tables</p>
    <p class="tiny muted">Tiny 12, for times and column heads</p>
  </section>
)

const Buttons = ({ words }: { words: Words }): JSX.Element => (
  <section class="broad" aria-labelledby="buttons">
    <h2 id="buttons">Buttons, menus and dialogs</h2>
    <Form action="/app/keys" class="actions">
      <Button kind="primary">Publish</Button>
      <button type="button" class="button primary" aria-busy="true">
        Publishing
      </button>
      <button type="button" class="button" disabled>
        Disabled
      </button>
      <Button icon="link">Copy link</Button>
      <button type="button" class="button copied">
        <Icon name="check" /> Copied
      </button>
      <Button kind="quiet">Cancel</Button>
      <Button kind="danger">Delete</Button>
      <Button kind="stop">Delete page</Button>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
    </Form>
    <div class="actions">
      <IconButton icon="pen" label="Edit" href="/app" />
      <IconButton icon="comment" label="Comments, 3 open">
        3
      </IconButton>
      <IconButton icon="comment" label="Comments" attributes={{ 'aria-pressed': 'true' }} />
      <Menu id="sample-menu" label="More" icon="more">
        <p class="menu-head">Page</p>
        <button type="button" class="menu-item">
          <Icon name="link" /> Copy link
        </button>
        <hr />
        <a class="menu-item danger" href="/app">
          <Icon name="bin" /> Delete
        </a>
      </Menu>
      <IconButton icon="filter" label="Filter" opens="sample-popover" />
      <IconButton icon="bin" label="Ask" opens="sample-dialog" atEnd />
    </div>
    <Popover id="sample-popover" label="Filter">
      <p>Something to choose from.</p>
    </Popover>
    <Dialog id="sample-dialog" title="Delete this page?">
      <p>
        24 people lose access to <UserText text={words.name} />. You can restore the page for 30 days.
      </p>
    </Dialog>
  </section>
)

const Fields = ({ words }: { words: Words }): JSX.Element => (
  <section aria-labelledby="fields">
    <h2 id="fields">Fields</h2>
    <Form action="/app/keys" class="form" errors={[{ field: 'sample-email', message: words.message }]}>
      <ErrorSummary errors={[{ field: 'sample-email', message: words.message }]} />
      <Field name="sample-name" label="Name" value={words.name} hint="As it stands in lists." />
      <Field name="sample-email" label="Email address" type="email" value={words.email} />
      <Select
        name="sample-role"
        label="Role"
        value="member"
        options={[
          { value: 'member', label: 'Member' },
          { value: 'admin', label: 'Admin' },
        ]}
      />
      <TextArea name="sample-note" label="Note" value={words.message} />
      <Check name="sample-check" label="Checked" checked>
        What it means.
      </Check>
      <Check name="sample-off" label="Disabled" disabled />
      <Choice
        name="sample-choice"
        legend="Who can open"
        value="private"
        options={[
          { value: 'private', label: 'Private', hint: 'Only you and people you add' },
          { value: 'public', label: 'Public', disabled: true },
        ]}
      />
    </Form>
  </section>
)

const Marks = ({ words }: { words: Words }): JSX.Element => (
  <section class="broad" aria-labelledby="marks">
    <h2 id="marks">Segments, chips, badges and avatars</h2>
    <div class="line wrap">
      <Segmented
        label="Whose"
        segments={[
          { href: '/app', label: 'All', current: true },
          { href: '/app?owner=me', label: 'Mine', current: false },
        ]}
      />
      <Segmented
        label="View"
        segments={[
          { href: '/app', label: 'List', icon: 'list', current: true },
          { href: '/app?view=shelf', label: 'Shelf', icon: 'shelf', current: false },
        ]}
      />
      <Chip href="/app" icon="calendar">
        Last 7 days
      </Chip>
      <Chip href="/app" on>
        Markdown
      </Chip>
    </div>
    <div class="line wrap">
      <Badge>Draft</Badge>
      <Badge tone="done">Current</Badge>
      <Badge tone="warn">Outside</Badge>
      <Badge tone="stop">Refused</Badge>
      <Badge tone="mark" icon="comment">
        3
      </Badge>
      <Badge tone="accent">New</Badge>
    </div>
    <div class="line wrap">
      {[0, 1, 2, 3, 4, 5, 6, 7].map(color => (
        <Avatar key={color} name={words.person} color={color} />
      ))}
      <Avatar name={words.person} size="small" />
      <Avatar name={words.person} size="large" />
      <Avatar name="Claude" kind="agent" />
      <Avatar name="Acme" kind="organization" silent />
      <span class="avatars">
        <Avatar name="Ana Ruiz" color={1} />
        <Avatar name="Ben Okafor" color={2} />
      </span>
    </div>
  </section>
)

const Said = ({ words }: { words: Words }): JSX.Element => (
  <section class="broad" aria-labelledby="said">
    <h2 id="said">Banners and texts to take along</h2>
    {(['news', 'done', 'open', 'refused'] as const).map(signal => (
      <Banner key={signal} signal={signal} label={`About ${signal}`}>
        <p>
          Version 4 by <UserText text={words.person} /> is here.
        </p>
        <p class="banner-actions">
          <a href="/app">Show version 4</a>
        </p>
      </Banner>
    ))}
    <CopyField label="Command" text="recto publish page.html" />
    <SecretOnce secret="recto_u_7Hq2kZk81mWb5TcYx9PvRdNfQ3sLgA6eUh" title="Copy the key now">
      <p>You can’t see it again.</p>
    </SecretOnce>
  </section>
)

const List = ({ words }: { words: Words }): JSX.Element => (
  <section class="broad" aria-labelledby="rows">
    <h2 id="rows">Rows</h2>
    <Rows
      label="Pages"
      selectable
      columns={[
        { name: 'Name' },
        { name: 'Who can open', level: 'second' },
        { name: 'Comments', level: 'third' },
        { name: 'Owner', level: 'second' },
        { name: 'Changed', level: 'third', href: '/app?sort=name', sorted: true },
        { name: '' },
      ]}
    >
      {['one', 'two'].map(id => (
        <Row
          key={id}
          select={<input type="checkbox" name="id" value={id} aria-label={`Select ${id}`} />}
          lead={
            <>
              <Leaf />
              <div class="cut">
                <a class="row-link" href={`/${id}`}>
                  <UserText text={words.name} />
                </a>
                <p class="cut small muted">HTML · v12</p>
              </div>
            </>
          }
        >
          <span class="second small">Acme</span>
          <span class="third">
            <Badge tone="mark" icon="comment">
              3
            </Badge>
          </span>
          <span class="second">
            <Avatar name={words.person} />
          </span>
          <span class="third small muted">2 min ago</span>
          <IconButton icon="more" label="More" atEnd />
        </Row>
      ))}
    </Rows>
  </section>
)

const Settings = ({ words }: { words: Words }): JSX.Element => (
  <>
    <SettingsGroup id="sample-access" title="Access">
      <Setting label="Who can open this page" hint={<UserText text={words.organization} />} kept>
        <LinkButton href="/app">Share</LinkButton>
      </Setting>
      <Setting label="Readers can see earlier versions" labelId="earlier" hint="Otherwise editors." kept>
        <Switch name="earlier-versions" labelledBy="earlier" />
      </Setting>
      <Setting label="Readers can download" labelId="download" kept>
        <Switch name="download" labelledBy="download" checked />
      </Setting>
      <Setting label="Name" whole>
        <Field name="setting-name" label="Name of the page" value={words.name} />
      </Setting>
    </SettingsGroup>
    <Card padded>
      <p>A card</p>
    </Card>
  </>
)

const Waiting = (): JSX.Element => (
  <section aria-labelledby="waiting">
    <h2 id="waiting">Waiting</h2>
    <LoadingRow />
    <Progress label="Uploading report.html" value={63} words="6.2 of 9.8 MB" />
  </section>
)
