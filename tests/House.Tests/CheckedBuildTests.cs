using System.Diagnostics;

namespace House.Tests;

/// <summary>CI builds once, with <c>CheckedBuild=true</c>: a host whose invariant is broken ends, and its test with it.</summary>
public sealed class CheckedBuildTests
{
    [Fact]
    public void Build_InCi_ChecksInvariants()
    {
        Assert.SkipUnless(Environment.GetEnvironmentVariable("CI") == "true", "A build by hand is as fast as a release.");
        var isChecked = false;

        Check(ref isChecked);

        isChecked.ShouldBeTrue("CheckedBuild=true in the environment of dotnet build (Directory.Build.props)");
    }

    [Conditional("DEBUG")]
    private static void Check(ref bool isChecked) => isChecked = true;
}
