namespace Api.Tests.Npm;

/// <summary>buf's rules for the protos, and its comparison with the contract that was released.</summary>
public sealed class ProtoTests
{
    /// <summary>
    /// The contract that clients have: <c>buf build --exclude-source-info -o released.binpb</c> in <c>protos</c> makes it anew, after a
    /// change that these rules allow.
    /// </summary>
    private const string Released = "released.binpb";

    private static readonly string s_protos = Path.Combine(SharedData.RepositoryRoot, "protos");

    [Fact]
    public async Task Protos_Lint_FindsNothing()
    {
        var (code, said) = await NpmTools.RunAsync(s_protos, "buf", "lint");

        code.ShouldBe(0, said);
    }

    [Fact]
    public async Task Protos_AgainstTheReleasedContract_BreakNothing()
    {
        var (code, said) = await NpmTools.RunAsync(s_protos, "buf", "breaking", "--against", Released);

        code.ShouldBe(0, said);
    }

    [Fact]
    public async Task Protos_WithAFieldRenumbered_AreRefused()
    {
        using var folder = new TempDirectory("protos");
        foreach (var file in Directory.EnumerateFiles(s_protos, "*", SearchOption.AllDirectories))
        {
            var copy = folder.Combine(Path.GetRelativePath(s_protos, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }

        var contract = folder.Combine("analyzer/v1/analyzer.proto");
        var text = await File.ReadAllTextAsync(contract, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(
            contract, text.Replace("string sha256 = 1;", "string sha256 = 99;", StringComparison.Ordinal),
                TestContext.Current.CancellationToken);

        var (code, said) = await NpmTools.RunAsync(folder.Path, "buf", "breaking", "--against", Released);

        code.ShouldNotBe(0);
        said.ShouldContain("sha256");
    }
}
