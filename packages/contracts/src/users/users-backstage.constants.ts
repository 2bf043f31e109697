export const backstageUserSorts = ['created', 'seen', 'works', 'uploads', 'bytes'] as const
export const backstageCreatorSorts = [
  'works',
  'followers',
  'likes',
  'views',
  'renders',
  'bytes',
  'published',
  'featured',
] as const
