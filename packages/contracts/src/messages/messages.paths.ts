export const paths = {
  listConversations: 'GET /conversations',
  listMessages: 'GET /conversations/:userId/messages',
  sendMessage: 'POST /conversations/:userId/messages',
  readConversation: 'PUT /conversations/:userId/read',
  acceptConversation: 'PUT /conversations/:userId/accept',
  ignoreConversation: 'PUT /conversations/:userId/ignore',
} as const
