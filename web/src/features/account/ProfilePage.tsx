import { useTranslation } from 'react-i18next'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { AvatarField } from './AvatarField.js'
import { KitProvider } from './KitProvider.js'
import { LinkedServices } from './LinkedServices.js'
import { ProfileForm } from './ProfileForm.js'
import { Sessions } from './Sessions.js'
import { SigningIn } from './SigningIn.js'
import { useProfile } from './use-profile.js'
import { YourData } from './YourData.js'

/** Who I am here, how I sign in, where I am signed in, and the way out. */
export function ProfilePage() {
  const { t } = useTranslation()
  const { query, keep, refresh } = useProfile()
  const profile = query.data
  return (
    <div className="profile">
      <PageHeading title={t('account.profileTitle')} />
      {query.isError && !profile && (
        <LoadFailed text={t('account.loadFailed')} reason={query.error.message} retry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <section role="status" aria-label={t('app.loading')}>
          <Skeleton height={1_100} />
        </section>
      )}
      {profile && (
        <KitProvider>
          <AvatarField profile={profile} keep={keep} />
          <ProfileForm profile={profile} keep={keep} />
          <SigningIn profile={profile} refresh={refresh} />
          <Sessions />
          <LinkedServices hasPassword={profile.hasPassword} />
          <YourData hasPassword={profile.hasPassword} />
        </KitProvider>
      )}
    </div>
  )
}
