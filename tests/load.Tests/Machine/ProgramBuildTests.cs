using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Sigma;

namespace Load.Tests.Machine;

public sealed class ProgramBuildTests
{
    private static readonly ILabSystem[] Systems =
        [new AnalyzerSystem(), new GatewaySystem(), new ProberSystem(), new JournalSystem(), new SigmaSystem()];

    [Fact]
    public async Task RunAsync_NothingToBuild_SaysNothing()
    {
        using var said = new StringWriter();

        await ProgramBuild.RunAsync([], said, TestContext.Current.CancellationToken).Within();

        said.ToString().ShouldBeEmpty();
    }

    [Fact]
    public async Task RunAsync_NoSuchProject_SaysWhatToDo()
    {
        var failure = await Should.ThrowAsync<LabException>(
            () => ProgramBuild.RunAsync(["Papyrus"], TextWriter.Null, TestContext.Current.CancellationToken).Within());

        failure.ExitCode.ShouldBe(LabExitCode.NotDone);
        failure.Message.ShouldStartWith("Papyrus cannot be built: its sources are not in ");
        failure.Message.ShouldEndWith("Say --no-build.");
    }

    /// <summary>A wrong name would be noticed only where nothing is built yet.</summary>
    [Fact]
    public void Programs_OfEverySuite_AreProjects()
    {
        var projects = new[] { "src", "load" }
            .SelectMany(folder => Directory.EnumerateFiles(
                Path.Combine(SharedData.RepositoryRoot, folder), "*.csproj", SearchOption.AllDirectories))
            .Select(Path.GetFileNameWithoutExtension).ToHashSet();
        var root = LabCommand.Create(Systems, (_, _) => Task.FromResult(0));

        foreach (var suite in Systems.SelectMany(system => system.Suites))
        {
            var programs = suite.Create(root.Parse(["run", suite.Name]), 1).Programs;

            programs.ShouldNotBeEmpty(suite.Name);
            programs.ShouldBeSubsetOf(projects, suite.Name);
        }
    }

    /// <summary>A host that no suite names would be missing where nothing is built yet.</summary>
    [Fact]
    public void Programs_OfAllSuites_NameEveryHostOfTheLab()
    {
        var hosts = Directory.EnumerateFiles(
                Path.Combine(SharedData.RepositoryRoot, "load", "Hosts"), "*.csproj", SearchOption.AllDirectories)
            .Select(Path.GetFileNameWithoutExtension).Except(["Hosting.Lab"]).ToArray(); // which the others reference
        var root = LabCommand.Create(Systems, (_, _) => Task.FromResult(0));

        var named = Systems.SelectMany(system => system.Suites)
            .SelectMany(suite => suite.Create(root.Parse(["run", suite.Name]), 1).Programs).ToHashSet();

        hosts.ShouldNotBeEmpty();
        hosts.Where(host => !named.Contains(host!)).ShouldBeEmpty();
    }
}
