using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.Engine;

public sealed class SessionRulesTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    public static TheoryData<string, LoadSimulation[]> BadLoads => new()
    {
        { "has no load simulation", [] },
        { "mixes open simulations", [Simulation.Inject(1, Second, Second), Simulation.KeepConstant(1, Second)] },
        { "at least 00:00:01 is needed", [Simulation.KeepConstant(1, Second / 2)] },
        { "negative number of copies", [Simulation.KeepConstant(-1, Second)] },
        { "negative rate", [Simulation.RampingInject(-1, Second, Second)] },
        { "an interval of 00:00:02", [Simulation.Inject(1, 2 * Second, Second)] },
        { "an interval of 00:00:00", [Simulation.Inject(1, TimeSpan.Zero, Second)] },
        { "a minimum rate of 3, above its maximum of 2", [Simulation.InjectRandom(3, 2, Second, Second)] },
    };

    [Theory]
    [MemberData(nameof(BadLoads))]
    public void FirstViolation_BadLoad_NamesScenarioAndFault(string fault, LoadSimulation[] simulations)
    {
        var violation = SessionRules.FirstViolation([Define("upload").WithoutWarmUp().WithLoadSimulations(simulations)]);

        violation.ShouldNotBeNull();
        violation.ShouldContain("'upload'");
        violation.ShouldContain(fault);
    }

    [Fact]
    public void FirstViolation_NothingRegistered_SaysSo() => SessionRules.FirstViolation([]).ShouldBe("No scenario was registered.");

    [Fact]
    public void FirstViolation_SameNameTwice_NamesIt() =>
        SessionRules.FirstViolation([Valid("a"), Valid("b"), Valid("a")])!.ShouldContain("'a'");

    [Fact]
    public void FirstViolation_WarmUpLongerThanTheLoad_IsRefused() =>
        SessionRules.FirstViolation([Valid("a").WithWarmUpDuration(3 * Second)])!
            .ShouldContain("warms up for 00:00:03, its load lasts 00:00:02");

    [Fact]
    public void FirstViolation_DefaultWarmUpOnAShortLoad_IsRefused() =>
        SessionRules.FirstViolation([Define("a").WithLoadSimulations(Simulation.KeepConstant(1, Second))])!
            .ShouldContain("warms up for 00:00:30");

    [Fact]
    public void FirstViolation_ValidScenarios_IsNull() => SessionRules.FirstViolation([Valid("a"), Valid("b"), Define("c")]).ShouldBeNull();

    private static ScenarioProps Valid(string name) =>
        Define(name).WithoutWarmUp().WithLoadSimulations(Simulation.KeepConstant(1, Second), Simulation.Pause(Second));

    private static ScenarioProps Define(string name) => Scenario.Create(name, _ => Task.FromResult<IResponse>(Response.Ok()));
}
