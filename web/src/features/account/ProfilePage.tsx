import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { AvatarField } from './AvatarField.js'
import { ProfileForm } from './ProfileForm.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '@toile/contracts/users/profiles'
import { api } from '../../lib/api.js'
import { loadMe } from '../../lib/me.js'

// These sections are below the fold. They are loaded separately, so that the sections above them appear sooner.
const LinkedServices = lazy(async () => ({ default: (await import('./LinkedServices.js')).LinkedServices }))
const SignInSettings = lazy(async () => ({ default: (await import('./SignInSettings.js')).SignInSettings }))
const Sessions = lazy(async () => ({ default: (await import('./Sessions.js')).Sessions }))
const PersonalData = lazy(async () => ({ default: (await import('./PersonalData.js')).PersonalData }))

export function ProfilePage() {
  const { t } = useTranslation()
  const { query, setProfile, refresh } = useProfile()
  const profile = query.data
  return (
    <div className="profile">
      <PageHeading title={t('account.nav.profile')} />
      {query.isError && !profile && <LoadFailed text={t('account.loadFailed')} of={query} />}
      {query.isPending && (
        <section role="status" aria-label={t('app.loading')}>
          <Skeleton height={1_100} />
        </section>
      )}
      {profile && (
        <>
          <AvatarField profile={profile} onSaved={setProfile} />
          <ProfileForm profile={profile} onSaved={setProfile} />
          <Suspense fallback={<Skeleton height={240} />}>
            <SignInSettings profile={profile} refresh={refresh} />
          </Suspense>
          <Suspense fallback={<Skeleton height={240} />}>
            <Sessions />
          </Suspense>
          <Suspense>
            <LinkedServices hasPassword={profile.hasPassword} />
          </Suspense>
          <Suspense fallback={<Skeleton height={160} />}>
            <PersonalData hasPassword={profile.hasPassword} />
          </Suspense>
        </>
      )}
    </div>
  )
}

const queryKey = ['profile']

function useProfile() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getProfile({}, { signal }),
  })
  return {
    query,
    setProfile(profile: Profile) {
      client.setQueryData(queryKey, profile)
      // loadMe() also updates the header, which shows the name, and the cookie, which contains name and picture.
      void loadMe({ fresh: true })
    },
    refresh: () => void client.invalidateQueries({ queryKey }),
  }
}
