using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Tests.Systems.Analyzer.Service;

public sealed class ServiceOptionsTests
{
    [Fact]
    public void Parse_Pairs_KeepsTheLastOfAKeyAndSplitsAtTheFirstSign()
    {
        ServiceOptions.Parse(["Analyzer:LogFormat=text", "analyzer:logformat=json", "Elsewhere=a=b", "Empty="]).ShouldBe(
            new Dictionary<string, string> { ["Analyzer:LogFormat"] = "json", ["Elsewhere"] = "a=b", ["Empty"] = "" }, ignoreOrder: true);
    }

    [Theory]
    [InlineData("SlowdownPercent", "--set takes a pair")]
    [InlineData("=10", "--set takes a pair")]
    [InlineData("Analyzer:HttpPort=80", "the lab decides that itself")]
    [InlineData("analyzer:store=elasticsearch", "the lab decides that itself")]
    public void Parse_NoPairOrNotAPersonsToSet_SaysSo(string setting, string message) =>
        Should.Throw<LabException>(() => ServiceOptions.Parse([setting])).Message.ShouldContain(message);
}
