using Load.Commands.Overhead;

namespace Load.Tests.Commands.Overhead;

[Collection(nameof(AloneInTheProcess))]
public sealed class GeneratorOverheadTests
{
    /// <summary>How fast it is depends on who else is there; what is allocated does not.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Measure_RequestsThatDoNothing_AllocateLessThanAKilobyte(bool isAsync)
    {
        var overhead = GeneratorOverhead.Measure(isAsync, callers: 2, TimeSpan.FromSeconds(1));

        overhead.Requests.ShouldBeGreaterThan(0);
        overhead.Elapsed.ShouldBeGreaterThan(TimeSpan.Zero);
        overhead.Cpu.ShouldBeGreaterThan(TimeSpan.Zero);
        overhead.BytesPerRequest.ShouldBeLessThan(GeneratorOverhead.MaxBytes);
    }
}
