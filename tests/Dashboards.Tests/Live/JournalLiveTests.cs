namespace Dashboards.Tests.Live;

[Trait("Category", "EndToEnd")]
public sealed class JournalLiveTests(JournalUnderPrometheus journal) : LiveTests(journal);
