// The component for GitLab, which can be one file only: its job with the script of builds inside.

/** `script` is the text of `ci/publish.sh`. */
export const gitlabComponent = (
  script: string,
): string => `# Written by bin/check from ci/publish.sh; edit that, or build/gitlab-component.ts.
spec:
  inputs:
    url:
      description: Address of the server, such as https://recto.example.com
    file:
      description: The HTML or Markdown file
    key:
      description: What the page is found by again, at most 40 characters; another key is another page
    organization:
      description: Id of the organization whose rule admits the build; without one the variable RECTO_API_KEY holds a service key
      default: ''
    visibility:
      description: Who opens the page when it is made, company or public; a later build does not change it
      default: company
    note:
      description: What changed in this version
      default: ''
    replace:
      description: After a conflict, the number of the version that the file replaces, once it holds what others saved
      default: ''
    job:
      description: Name of the job
      default: recto
    stage:
      description: Stage of the job
      default: deploy
---
"$[[ inputs.job ]]":
  stage: $[[ inputs.stage ]]
  image: node:24
  id_tokens:
    ID_TOKEN:
      aud: $[[ inputs.url ]]
  variables:
    RECTO_URL: $[[ inputs.url ]]
    ORGANIZATION: $[[ inputs.organization ]]
    FILE: $[[ inputs.file ]]
    KEY: $[[ inputs.key ]]
    VISIBILITY: $[[ inputs.visibility ]]
    NOTE: $[[ inputs.note ]]
    REPLACE: $[[ inputs.replace ]]
    OUTPUT: .recto/output
  script:
    - |
      mkdir -p .recto
      cat > .recto/publish.sh <<'END_OF_SCRIPT'
${indented(script)}      END_OF_SCRIPT
      bash .recto/publish.sh
      sed 's/^/page_/' .recto/output | tee .recto/page.env
  artifacts:
    reports:
      dotenv: .recto/page.env
`

const indented = (text: string): string => text.replace(/^(?=.)/gm, '      ')
