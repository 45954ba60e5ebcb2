export const en = { problems: { noAnswer: 'x', notFound: 'x', odd: 'x' } };
