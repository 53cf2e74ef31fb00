using Load.Machine;

namespace Load.Tests.Commands;

/// <summary>Every executable of the house has one command line, the lab's helpers among them.</summary>
public sealed class ExecutableTests : IDisposable
{
    private readonly TempDirectory _folder = new("executables");

    /// <summary>A project with a <c>Program.cs</c>. The lab is built with all of them.</summary>
    public static TheoryData<string> Executables =>
    [
        .. new[] { "src", "load", "tests/Crash" }
            .SelectMany(folder => Directory.EnumerateFiles(
                Path.Combine(SharedData.RepositoryRoot, folder), "Program.cs", SearchOption.AllDirectories))
            .SelectMany(program => Directory.EnumerateFiles(Path.GetDirectoryName(program)!, "*.csproj"))
            .Select(project => Path.GetFileNameWithoutExtension(project)).Order(),
    ];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Executables))]
    public async Task Run_AskedForHelpOrVersion_PrintsItAndMakesNothing(string project)
    {
        (await PrintedAsync(project, "--help")).ShouldContain("--version");
        (await PrintedAsync(project, "-h")).ShouldContain("--version");
        (await PrintedAsync(project, "--version")).ShouldMatch(@"^\d+\.\d+\.\d+");

        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Executables))]
    public async Task Run_WrongArgument_IsNotDoneAndMakesNothing(string project)
    {
        var (code, output, errors) = await RunAsync(project, "--nonsense");

        code.ShouldBe(LabExitCode.NotDone, output + errors);
        errors.ShouldNotBeEmpty();
        errors.ShouldNotContain("   at ");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    private async Task<string> PrintedAsync(string project, string argument)
    {
        var (code, output, errors) = await RunAsync(project, argument);
        code.ShouldBe(LabExitCode.Success, output + errors);
        errors.ShouldBeEmpty();
        return output;
    }

    private async Task<(int Code, string Output, string Errors)> RunAsync(string project, string argument)
    {
        using var program = BuiltProgram.Start(project, _folder.Path, argument);
        return await program.EndAsync();
    }
}
