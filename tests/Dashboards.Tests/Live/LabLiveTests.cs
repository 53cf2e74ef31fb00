namespace Dashboards.Tests.Live;

[Trait("Category", "EndToEnd")]
public sealed class LabLiveTests(LabUnderPrometheus lab) : LiveTests(lab);
