using Prober.Engine.Probing;
using Prober.Engine.Tests.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

public sealed class ShellProbeTests : IDisposable
{
    private readonly TempDirectory _folder = new("shell");

    public static TheoryData<string, FailureClass> Commands => new()
    {
        { "cmd: echo, args: [PONG], contain: PONG", FailureClass.None },
        { "cmd: echo, args: [PONG], contain: 'P.*G', regex: true", FailureClass.None },
        { "cmd: echo, args: [PONG], not_contain: PONG", FailureClass.Content },
        { "cmd: echo, args: [PING], contain: PONG", FailureClass.Content },
        { "cmd: 'false'", FailureClass.Status },
        { "cmd: echo, args: ['$HOME; rm -rf x', '`id`', '*'], contain: '$HOME; rm -rf x `id` *'", FailureClass.None }, // no shell reads it
        { "cmd: env, env: [A=b], contain: A=b", FailureClass.None },
        { "cmd: env, clean_env: true, env: [A=b], not_contain: PATH", FailureClass.None },
        { "cmd: cat", FailureClass.None }, // it reads nothing, and does not wait
        { "cmd: 'yes'", FailureClass.TooLarge }, // without an end
        { "cmd: /no/such/program", FailureClass.Limit },
        { "cmd: sleep, args: ['100'], timeout: 500ms", FailureClass.Timeout },
        { "cmd: sh, args: ['-c', 'sleep 100 & wait'], timeout: 500ms", FailureClass.Timeout },
        { "cmd: sh, args: ['-c', 'echo to stderr >&2'], contain: to stderr", FailureClass.None },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Probe_Program_IsJudgedByItsEndAndItsOutput(string keys, FailureClass failure)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "These programs are those of Unix.");
        var result = await OneTarget.ProbeAsync(Read(keys, allowsShell: true));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Fact]
    public void Read_ShellThatIsNotAllowed_IsLeftOutAndNoted()
    {
        var file = Read("cmd: echo", allowsShell: false);

        file.Targets.ShouldBeEmpty();
        file.Problems.ShouldBeEmpty();
        file.Notes.ShouldHaveSingleItem().Message.ShouldContain("Prober:AllowShell=true");
    }

    private ProbesFile Read(string keys, bool allowsShell)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"shell:\n  - {{ name: one, {keys} }}\n");
        return ProbesFile.Read(_folder.Combine("probes.yaml"), Environment.GetEnvironmentVariable, allowsShell);
    }
}
