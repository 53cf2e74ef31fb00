using Hosting.Lifetime;

namespace Hosting.Tests.Lifetime;

public sealed class OpenSslTests
{
    [Theory]
    [InlineData("libssl.so.3")]
    [InlineData("libssl.so.1.1")]
    public void Problem_OneVersionIsThere_IsNone(string there) => OpenSsl.Problem(library => library == there).ShouldBeNull();

    [Fact]
    public void Problem_NoneIsThere_SaysWhatToInstall()
    {
        var problem = OpenSsl.Problem(_ => false)!;

        problem.ShouldContain("libssl.so.3");
        problem.ShouldContain("apt install libssl3");
    }
}
