namespace Dashboards.Tests.Live;

[Trait("Category", "EndToEnd")]
public sealed class GatewayLiveTests(GatewayUnderPrometheus gateway) : LiveTests(gateway);
