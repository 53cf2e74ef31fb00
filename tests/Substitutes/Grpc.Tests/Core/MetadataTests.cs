namespace Grpc.Tests.Core;

public sealed class MetadataTests
{
    [Fact]
    public void Add_TextAndBytes_AreFoundWhateverTheCase()
    {
        var metadata = new Metadata { { "Name", "1" }, { "name", "2" }, { "Raw-Bin", [1] } };
        metadata.Get("NAME")!.Value.ShouldBe("2");
        metadata.GetAll("name").Select(entry => entry.Value).ShouldBe(["1", "2"]);
        metadata.GetValueBytes("raw-bin").ShouldBe([1]);
        metadata.GetValue("missing").ShouldBeNull();
        metadata[0].Key.ShouldBe("name");
        Should.Throw<InvalidOperationException>(() => metadata.GetValue("raw-bin"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a b")]
    [InlineData("ä")]
    [InlineData("a:b")]
    [InlineData("x-bin")]
    public void Entry_NameThatCannotBe_IsRefused(string name) => Should.Throw<ArgumentException>(() => new Metadata.Entry(name, "text"));

    [Fact]
    public void Entry_BytesUnderATextName_AreRefused() => Should.Throw<ArgumentException>(() => new Metadata.Entry("x", [1]));

    [Fact]
    public void Empty_IsReadOnly()
    {
        Metadata.Empty.IsReadOnly.ShouldBeTrue();
        Should.Throw<InvalidOperationException>(() => Metadata.Empty.Add("a", "b"));
        Should.Throw<InvalidOperationException>(Metadata.Empty.Clear);
    }

    [Fact]
    public void List_OfEntries_IsAList()
    {
        var first = new Metadata.Entry("a", "1");
        var second = new Metadata.Entry("b", "2");
        Metadata metadata = [second];
        metadata.Insert(0, first);
        metadata.ShouldBe([first, second]);
        metadata.IndexOf(second).ShouldBe(1);
        metadata.Remove(first).ShouldBeTrue();
        metadata.Contains(first).ShouldBeFalse();
        metadata[0] = first;
        metadata.RemoveAt(0);
        metadata.Count.ShouldBe(0);
    }
}
