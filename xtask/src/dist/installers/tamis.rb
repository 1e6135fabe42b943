class Tamis < Formula
  desc "Main content of web pages: text, structure, images, metadata"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

@ARCHIVES@

  def install
    bin.install "tamis"
    man1.install "man/tamis.1"
    bash_completion.install "completions/tamis.bash" => "tamis"
    fish_completion.install "completions/tamis.fish"
    zsh_completion.install "completions/_tamis"
    doc.install "README.md", "CHANGELOG.md", "NOTICE", "THIRD-PARTY.md"
  end

  test do
    (testpath/"page.html").write "<article><p>#{"Bread needs flour, water and time. " * 20}</p>"
    assert_match "Bread needs flour", shell_output("#{bin}/tamis page.html")
  end
end
