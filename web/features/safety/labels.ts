import type { SafetyReport } from '#contract/safety'

export const CATEGORY = {
  self_harm: 'Self-harm or despair',
  abuse: 'Someone is hurting the child',
  grooming: 'Contact with someone unsafe',
  sexual: 'Sexual content',
  violence: 'A threat or violence',
  drugs_weapons: 'Drugs or weapons',
  hate: 'Hate',
  personal_data: 'Personal information shared',
  dependence: 'Relying on AI for support',
  reported: 'A message that was reported',
} as const satisfies Record<SafetyReport['category'], string>

export const SEVERITY = {
  high: { tone: 'danger', words: 'Serious' },
  medium: { tone: 'warning', words: 'Please look' },
  low: { tone: 'neutral', words: 'For your information' },
} as const satisfies Record<SafetyReport['severity'], object>

export const STATE = {
  new: 'New',
  seen: 'Seen',
  acted: 'Acted on',
  false_positive: 'False alarm',
} as const satisfies Record<SafetyReport['state'], string>

/** Three sentences that a parent can say, by category. */
export const SAY = {
  self_harm: [
    'I read something that made me worry about you, and I’m glad it was written down.',
    'Have you been thinking about hurting yourself? You can tell me everything.',
    'You don’t have to carry this alone. We’ll find help together, today.',
  ],
  abuse: [
    'I believe you, and it isn’t your fault.',
    'You don’t have to tell me everything at once. I’m listening.',
    'I’ll look for somebody who can help us, and I’ll tell you what I do.',
  ],
  grooming: [
    'You’ve done nothing wrong. Some people are very good at seeming kind.',
    'Let’s leave the messages as they are. You don’t have to reply.',
    'Did anyone ask you to keep something secret? You can always tell me.',
  ],
  sexual: [
    'It’s normal to be curious, and you aren’t in trouble.',
    'Where did you come across this?',
    'Is there something you’d like to ask me, or somebody else you trust?',
  ],
  violence: [
    'That sounded very angry. What happened before it?',
    'Is anybody in danger now, you included?',
    'Let’s think about what you could do the next time it feels like that.',
  ],
  drugs_weapons: [
    'I’m not here to catch you out. What made you curious?',
    'Have you, or has anybody with you, taken or touched something?',
    'If it ever gets dangerous, ring me. I’ll come, and we’ll talk later.',
  ],
  hate: [
    'Where have you heard this said?',
    'What do you think it’s like to be the person it’s about?',
    'I want to understand what’s behind it before I tell you what I think.',
  ],
  personal_data: [
    'You didn’t mean any harm. Let’s look together at what was shared.',
    'Who could read it, and what could they do with it?',
    'Next time you aren’t sure, ask me first. I won’t be cross.',
  ],
  dependence: [
    'I noticed that you’ve been talking to the computer a lot lately.',
    'What does it give you that’s hard to find with us?',
    'Shall we do something together this evening? You choose.',
  ],
  reported: [
    'I’d like to hear from you what happened.',
    'How do you think the other person read it?',
    'What would you like to do to put it right, and how can I help?',
  ],
} as const satisfies Record<SafetyReport['category'], readonly [string, string, string]>

/** Advice for the reader of a report, by category. */
export const ADVICE = {
  self_harm: 'Ask directly and calmly how bad it is. Asking does not put the idea into their head.',
  abuse: 'Listen, believe them, and don’t promise anything you can’t keep.',
  grooming: 'Keep the messages as they are, and say that the child has done nothing wrong.',
  sexual: 'Curiosity is normal. Ask where it came from before you say what you think.',
  violence: 'Ask what happened before it was said. Anger is often fear.',
  drugs_weapons:
    'Ask what made them curious. If they have taken something, get medical help first.',
  hate: 'Ask where the words come from, and what they mean to the child.',
  personal_data: 'Talk about what is safe to share, and with whom.',
  dependence: 'A good moment to do something together.',
  reported: 'Hear both sides before you decide, and tell the person who reported it what happened.',
} as const satisfies Record<SafetyReport['category'], string>
