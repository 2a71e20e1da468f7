import { expect, it } from 'vitest';
import { signatureOf } from './deliveries.ts';

it('signs as the libraries of Standard Webhooks verify', () => {
  // the example of the libraries at github.com/standard-webhooks/standard-webhooks
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}');
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
