import type { Folder } from '#features/community/favorites/folders.ts'
import { folderPath } from '#features/community/favorites/paths.ts'
import { folderTexts } from '#features/community/favorites/text-folder.ts'
import { FolderFacts } from '#features/community/favorites/views-folder.tsx'
import { FolderActions, NewFolderButton, NewFolderDialog } from '#features/community/favorites/views-folder-forms.tsx'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import { spaceTexts } from '#features/pages/space/text.ts'
import { shownName } from '#kernel/default-folder.ts'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState, Icon } from '#web/components/elements.tsx'

interface FoldersProps {
  owner: SpaceOwner
  folders: Folder[]
  language: Language
}

/** Visitors see public folders. The owner sees and manages all folders. */
export function FoldersTab({ owner, folders, language }: FoldersProps) {
  return (
    <>
      {folders.length === 0 ? (
        <NoFolders owner={owner} language={language} />
      ) : (
        <Folders owner={owner} folders={folders} language={language} />
      )}
      {owner.isViewer && <NewFolderDialog language={language} />}
    </>
  )
}

function Folders({ owner, folders, language }: FoldersProps) {
  const text = spaceTexts[language]
  return (
    <>
      {owner.isViewer && (
        <div class="tab-lead">
          <p class="soft">{text.foldersLead}</p>
          <NewFolderButton language={language} />
        </div>
      )}
      <ul class="folders">
        {folders
          .map((stored) => ({ ...stored, name: shownName(stored, language) }))
          .map((folder) => (
            <li class="card link-card folder">
              <h2>
                <Icon name={folder.public || !owner.isViewer ? 'bookmark' : 'lock'} />
                {/* The link covers the whole card; the buttons are above it. */}
                <a class="card-link" href={folderPath(folder.id)}>
                  {folder.name}
                </a>
              </h2>
              <FolderFacts folder={folder} showsPrivacy={owner.isViewer} text={folderTexts[language]} />
              {owner.isViewer && <FolderActions folder={folder} language={language} />}
            </li>
          ))}
      </ul>
    </>
  )
}

function NoFolders({ owner, language }: { owner: SpaceOwner; language: Language }) {
  const text = spaceTexts[language]
  if (!owner.isViewer) {
    return <EmptyState icon="bookmark" title={text.noFolders} hint={owner.isGone ? '' : text.noFoldersOther} />
  }
  return (
    <EmptyState
      icon="bookmark"
      title={text.noFoldersOwn}
      actions={<NewFolderButton language={language} />}
      hint={text.noFoldersOwnBody}
    />
  )
}
