using Gateway.Features.Settings;
using Hosting.Access;
using Microsoft.Extensions.Options;

namespace Gateway.Tests.Settings;

public sealed class BackendExposureTests
{
    [Theory]
    [InlineData("secret", "http://10.0.0.5:5081", false, "would be sent without TLS: 10.0.0.5:5081 needs https")]
    [InlineData("secret", "https://10.0.0.5:5081,http://analyzer:5081", false, "would be sent without TLS: analyzer:5081 needs https")]
    [InlineData("secret", "http://10.0.0.5:5081", true, null)]
    [InlineData("secret", "http://127.0.0.1:5081,https://10.0.0.5:5081", false, null)]
    [InlineData("two words", "https://10.0.0.5:5081", false, "is not a key")]
    [InlineData(null, "http://10.0.0.5:5081", false, null)]
    [InlineData("secret", "nonsense", false, null)] // the setting itself is refused
    public void Validate_KeyForBackends_CrossesNoNetworkInTheClear(string? key, string backends, bool allows, string? problem)
    {
        var exposure = new BackendExposure(GatewayApp.Host, Options.Create(new AccessOptions { AllowPlaintext = allows }));

        var result = exposure.Validate(null, new GatewayOptions { BackendKey = key, Backends = backends });

        (result.FailureMessage ?? "").ShouldContain(problem ?? "");
        result.Failed.ShouldBe(problem is not null);
    }
}
