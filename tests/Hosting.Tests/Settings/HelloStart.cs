using Hosting.Lifetime;
using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.Extensions.DependencyInjection;

namespace Hosting.Tests.Settings;

/// <summary>A start of the small host with settings of the command line, as far as they are read.</summary>
internal static class HelloStart
{
    /// <returns>The sentence that tells a person why the host does not start.</returns>
    public static string Words(string setting)
    {
        var exception = Should.Throw<Exception>(() => Services(setting).ValidateSettings());
        StartFailure.IsExpected(exception).ShouldBeTrue();
        return StartFailure.Sentence(exception);
    }

    public static ServiceProvider Services(params string[] settings) =>
        HostConfiguration.CreateBuilder(settings, services => services.AddHelloSettings()).Services.BuildServiceProvider();
}
