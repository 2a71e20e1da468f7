/** The Traffic Light Protocol 2.0 (FIRST), least restricted first. */
export const TLP_LEVELS = {
  clear: { name: 'TLP:CLEAR', who: 'Everyone', id: '94868c89-83c2-464b-929b-a1a8aa3c8487' },
  green: { name: 'TLP:GREEN', who: 'The community', id: 'bab4a63c-aed9-4cf5-a766-dfca5abac2bb' },
  amber: { name: 'TLP:AMBER', who: 'The organization and its clients', id: '55d920b0-5e8b-4f79-9ee9-91f868d9b421' },
  'amber+strict': {
    name: 'TLP:AMBER+STRICT',
    who: 'The organization only',
    id: '939a9414-2ddd-4d32-a0cd-375ea402b003',
  },
  red: { name: 'TLP:RED', who: 'The recipients only', id: 'e828b379-4e03-4974-9ac4-e53a884c97c1' },
} as const;

export type Tlp = keyof typeof TLP_LEVELS;
