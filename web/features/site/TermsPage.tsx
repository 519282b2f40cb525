import { LegalPage } from './LegalPage.tsx'

const TermsPage = () => (
  <LegalPage title="Terms of Service" since="the opening of this site">
    <p>
      These terms are between you and whoever runs this site. They are short on purpose, and they
      are meant the way they read.
    </p>
    <h2>Your account</h2>
    <p>
      Give your real name and date of birth: both matter for the record that grows here, and for the
      protection of children. Keep your password to yourself. If you are under 13, a parent or
      guardian has to agree before you can use the account.
    </p>
    <h2>Your work</h2>
    <p>
      What you make stays yours. By handing it in you let this site store it, and show it to the
      people you chose: at first your family and your advisors, others only when you share it.
    </p>
    <h2>How we treat each other</h2>
    <ul>
      <li>Hand in your own work, and say so when somebody helped.</li>
      <li>Upload nothing that is unlawful, harmful, or that belongs to someone else.</li>
      <li>Do not try to reach what is not yours, and do not get in the way of others.</li>
    </ul>
    <p>An account that breaks these rules can be suspended. You will be told why.</p>
    <h2>Experience, credits and diplomas</h2>
    <p>
      Experience points show effort and have no value in money. Credits count only work that an
      advisor has accepted. An accredited diploma is given through the academy alone, under an
      agreement that is signed in person.
    </p>
    <h2>Leaving</h2>
    <p>
      You can stop at any time. Ask the support address at the foot of this page to have your
      account and what belongs to it deleted.
    </p>
    <h2>Changes</h2>
    <p>
      When these terms change in a way that matters, you are told before the change is in force.
    </p>
  </LegalPage>
)

export default TermsPage
