namespace Dashboards.Tests.Live;

[Trait("Category", "EndToEnd")]
public sealed class ProberLiveTests(ProberUnderPrometheus prober) : LiveTests(prober);
