using Load.Overhead;

namespace Load.Tests.Overhead;

[Collection(nameof(AloneInTheProcess))]
public sealed class GeneratorOverheadTests
{
    /// <summary>How fast it is depends on who else is there; what is allocated does not.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Measure_NoOpIterations_AllocateLessThanAKilobyte(bool isAsync)
    {
        var overhead = GeneratorOverhead.Measure(isAsync, callers: 2, TimeSpan.FromSeconds(1));

        overhead.Iterations.ShouldBeGreaterThan(0);
        overhead.Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(1));
        overhead.Cpu.ShouldBeGreaterThan(TimeSpan.Zero);
        overhead.BytesPerIteration.ShouldBeLessThan(GeneratorOverhead.MostBytes);
    }
}
