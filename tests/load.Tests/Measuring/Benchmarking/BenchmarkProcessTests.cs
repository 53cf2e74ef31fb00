using Load.Measuring.Benchmarking;

namespace Load.Tests.Measuring.Benchmarking;

public sealed class BenchmarkProcessTests
{
    /// <summary>A row that BenchmarkDotNet could not measure is void with a sentence, and with no stack trace.</summary>
    [Theory]
    [InlineData(
        "// noise\nSystem.Exception: outer\n ---> System.IO.FileNotFoundException: There are no records.\n   at A.B() in x.cs\n// end",
        "System.IO.FileNotFoundException: There are no records")]
    [InlineData("Unhandled exception. System.Exception: one\n   at A.B()\n", "Unhandled exception. System.Exception: one")]
    [InlineData("// noise\nNo benchmarks to choose from.\n", "No benchmarks to choose from")]
    [InlineData("", "it said nothing")]
    public void ReasonIn_WhatItSaid_IsALine(string said, string reason) => BenchmarkProcess.ReasonIn(said).ShouldBe(reason);
}
