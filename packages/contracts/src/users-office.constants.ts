export const officeUserSorts = ['created', 'seen', 'works', 'uploads', 'bytes'] as const
export const officeCreatorSorts = [
  'works',
  'followers',
  'likes',
  'views',
  'renders',
  'bytes',
  'published',
  'featured',
] as const
