import { LegalPage } from './LegalPage.tsx'

const PrivacyPage = () => (
  <LegalPage title="Privacy Policy" since="the opening of this site">
    <p>
      This page says what is kept about you here, why, and who can see it. Everything stays on this
      site&rsquo;s own servers: there is no advertising, and no other company&rsquo;s scripts are on
      its pages.
    </p>
    <h2>What is kept</h2>
    <ul>
      <li>
        <strong>Your account:</strong> name, email, date of birth, and what you choose to add, such
        as a phone number or an address. Your password is kept only as a hash that cannot be read
        back.
      </li>
      <li>
        <strong>Your work:</strong> the quests you took up, what you handed in, the feedback on it
        and the experience it earned.
      </li>
      <li>
        <strong>What keeps the site safe:</strong> when and from which kind of device somebody
        signed in, and a log of who looked at a child&rsquo;s record.
      </li>
    </ul>
    <h2>Children under 13</h2>
    <p>
      We ask a child for a name, a date of birth, an email and the address of a parent or guardian,
      and for nothing else. The account stays closed until that adult agrees. If nobody does within
      a few days, it is deleted. Sharing and connections need the guardian&rsquo;s permission too.
    </p>
    <h2>Who sees it</h2>
    <p>
      You, your family where they are linked to you, and the advisors who are assigned to you.
      Others see only what you share on purpose, and no longer than you share it.
    </p>
    <h2>Cookies</h2>
    <p>
      Only those without which signing in would not work: one for your session and one that protects
      your forms. Your browser also remembers the theme you chose.
    </p>
    <h2>Your rights</h2>
    <p>
      You can see and correct what is kept, get a copy of it, and have it deleted. Write to the
      support address at the foot of this page.
    </p>
  </LegalPage>
)

export default PrivacyPage
