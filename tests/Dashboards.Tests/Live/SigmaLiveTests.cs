namespace Dashboards.Tests.Live;

[Trait("Category", "EndToEnd")]
public sealed class SigmaLiveTests(SigmaUnderPrometheus sigma) : LiveTests(sigma);
