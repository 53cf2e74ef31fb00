using Hosting.CommandLine;
using Hosting.Tests.Hello;
using Hosting.Tests.Settings;

namespace Hosting.Tests.CommandLine;

public sealed class NearArgumentsTests
{
    [Theory]
    [InlineData("/Hello:LogFormat=json", "a setting is written --Hello:LogFormat=VALUE.")] // Windows
    [InlineData("Hello:LogFormat=json", "a setting is written --Hello:LogFormat=VALUE.")]
    [InlineData("-Hello:LogFormat=json", "a setting is written --Hello:LogFormat=VALUE.")]
    [InlineData("--Hello__LogFormat=json", "a setting is written --Hello:LogFormat=VALUE.")]
    [InlineData("--HELLO_LOG_FORMAT=json", "a setting is written --Hello:LogFormat=VALUE.")]
    [InlineData("--log-format", "a setting is written --Hello:LogFormat=VALUE.")]
    [InlineData("--Manners:Word=Moin", "a setting is written --Hello:Manners:Word=VALUE.")]
    [InlineData("--port=80", "the port is --Hello:HttpPort=NUMBER.")]
    [InlineData("-p", "the port is --Hello:HttpPort=NUMBER.")]
    [InlineData("--urls", "the address is --Hello:Address=IP, and the port --Hello:HttpPort=NUMBER.")]
    [InlineData("-c", "a file is named by --config FILE.")]
    public void Argument_OfAnotherProgram_IsToldHowItIsWrittenHere(string argument, string hint) =>
        Near.HintTo(argument).ShouldBe($"{argument}: {hint}");

    [Theory]
    [InlineData("port")]
    [InlineData("--verbose")]
    [InlineData("serve")]
    public void Argument_ThatNoSettingResembles_HasNoHint(string argument) => Near.HintTo(argument).ShouldBeNull();

    private static NearArguments Near =>
        new(HelloApp.Host, SettingsTable.Registered(services => services.AddHelloSettings()), "HttpPort");
}
